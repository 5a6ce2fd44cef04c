import assert from 'node:assert/strict';
import { classOfKey } from './key.js';

const words = (list: string) => list.trim().split(/\s+/);

it('classifies names that end in a credential term, however the words are separated', () => {
  const names =
    words(`password userPassword user-password USER_PASSWORD db.password password2 password_1 dbpassword passwd pwd
    passphrase pass_phrase secret clientSecret client_secret secrets token api-token apiToken authToken access_token refreshToken
    privateKey private_key PrivateKey PRIVATE_KEY ssh-key apikey APIKey api_key x-api-key XAPIKey x.api.key api/key secretKey
    aws_secret_access_key AWSAccessKey signingKey encryptionKey master_key accountKey sharedKey sessionKey credentials credential
    authorization Authorization bearer jwt cookie Set-Cookie otp cvv cvc CVV2 security_code connectionString idToken api_tokens
    private_keys ｐａｓｓｗｏｒｄ $password password_confirmation passwordConfirm SECRET_KEY_BASE private_key_pem recovery_codes
    backupCodes db_pass SMTP_PASS card_pin userPin`);
  for (const name of names) assert.equal(classOfKey(name), 'credential', name);
});

it('does not classify similar names as credentials', () => {
  const names =
    words(`tokenizer token_count tokenCount passwordless public_key publicKey primary_key cache_key idempotency_key
    monkey secretary password_changed_at max_tokens input_tokens outputTokens tokens token_type secret_santa_year keyboard key
    partition_key foreign_key password_strength bearer_count cookie_consent jwt_issuer author session session_id api keys
    authorization_url is_token_valid passport passage pass boarding_pass test_pass pin map_pin error_code auth_method sid db_passes password_confirmed __proto__ constructor toString`);
  for (const name of [...names, '', '_', '1', 'x'.repeat(512)]) assert.notEqual(classOfKey(name), 'credential', name);
});

it('classifies names of runs, units and correlations', () => {
  for (const name of words(
    'run run_id runId RunID run-id test.run.id runid unit unit_id unitId correlation correlation_id X-Correlation-ID run_ids',
  )) {
    assert.equal(classOfKey(name), 'run', name);
  }
  for (const name of words('runner prune overrun_at runs_total community run_note note correlated')) {
    assert.equal(classOfKey(name), 'plain', name);
  }
  assert.equal(classOfKey('run_token'), 'credential');
});

it('classifies names of payment cards', () => {
  for (const name of words('card card_number cardNumber creditCard credit_card_no cc ccNumber pan')) {
    assert.equal(classOfKey(name), 'card', name);
  }
  for (const name of words('cards scorecard card_type discard postcard pancake japan cc_list')) {
    assert.equal(classOfKey(name), 'plain', name);
  }
});
