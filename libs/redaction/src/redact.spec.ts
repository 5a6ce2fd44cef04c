import assert from 'node:assert/strict';
import { isSensitiveName, redactText } from './redact.js';

const R = '[REDACTED]';
const random = (length: number) => 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0z'.repeat(Math.ceil(length / 31)).slice(0, length);
const hex = (length: number) => '0f1e2d3c4b5a69788796a5b4c3d2e1f0'.repeat(4).slice(0, length);

/** Text between `⟨` and `⟩` must be redacted; all other text must be kept. */
function expectation(marked: string): { text: string; expected: string } {
  return { text: marked.replace(/[⟨⟩]/g, ''), expected: marked.replace(/⟨[^⟩]*⟩/g, R) };
}

const FOUND: readonly string[] = [
  // Addresses
  '⟨ada@example.com⟩',
  'write to ⟨ada.lovelace+news@mail.example.co.uk⟩, please',
  "⟨o'brien@example.com⟩",
  '⟨ada@example.com⟩, ⟨bob@example.org⟩;⟨eve@example.net⟩',
  'mailto:⟨ada@example.com⟩?subject=hi',
  'https://example.com/?email=⟨ada%40example.com⟩&x=1',
  'see ⟨ada@example.com⟩.',
  '<⟨ada@example.com⟩>',
  '⟨пользователь@почта.рф⟩',
  '⟨用户@例子.公司⟩',
  '⟨ada@xn--80ak6aa92e.xn--p1ai⟩',
  '⟨ada＠example．com⟩',
  '⟨a\u200bda@exam\u200bple.com⟩',
  '⟨"ada lovelace"@example.com⟩',
  '⟨ada@163.com⟩',
  'git clone ⟨git@github.com⟩:org/repo',
  'https://example.com/?email=⟨ada%2540example.com⟩&x=1',
  '⟨ada%40mail%2Eexample%2Ecom⟩ and ⟨ada&commat;example.com⟩',
  // Cards
  '⟨4111 1111 1111 1111⟩',
  '⟨4111-1111-1111-1111⟩',
  '⟨4111.1111.1111.1111⟩',
  'card ⟨4111111111111111⟩ paid',
  'x⟨4111111111111111⟩y',
  '⟨378282246310005⟩ and ⟨3782 822463 10005⟩ and ⟨6011000990139424⟩',
  '⟨4111\u00a01111\u00a01111\u00a01111⟩',
  '⟨４１１１１１１１１１１１１１１１⟩',
  '⟨٤١١١١١١١١١١١١١١١⟩',
  '⟨4111–1111–1111–1111⟩',
  '⟨20260115093011⟩',
  '12/33 ⟨4111111111111111⟩ 999',
  'card=⟨4111+1111+1111+1111⟩&x=1',
  '?card=⟨4111%201111%201111%201111⟩',
  '⟨4111  1111  1111  1111⟩ and ⟨4111 1111-1111 1111⟩ and ⟨4111_1111_1111_1111⟩',
  '⟨4111/1111/1111/1111⟩ and ⟨4111&nbsp;1111&nbsp;1111&nbsp;1111⟩ and ⟨3782+822463+10005⟩',
  // Telephone numbers
  '?phone=⟨%2B14155552671⟩&x=1',
  '<a href="tel:⟨415-555-2671⟩">, sms:⟨02079460958⟩',
  '⟨+1 (415) 555-2671⟩',
  'call ⟨+442079460958⟩ now',
  'call ⟨+44 20 7946 0958⟩ now',
  '⟨+49 (0)30 901820⟩',
  '⟨0044 20 7946 0958⟩',
  '⟨(415) 555-2671⟩',
  '⟨415-555-2671⟩ or ⟨415.555.2671⟩',
  '⟨+1-555-123-4567⟩',
  // Social security and account numbers
  'ssn ⟨078-05-1120⟩',
  '⟨GB82 WEST 1234 5698 7654 32⟩',
  'pay to ⟨DE89370400440532013000⟩.',
  '⟨fr1420041010050500013m02606⟩',
  // Credentials recognized by their format
  '⟨AKIAIOSFODNN7EXAMPLE⟩',
  `⟨ghp_${random(36)}⟩`,
  `⟨github_pat_${random(82)}⟩`,
  `⟨glpat-${random(20)}⟩`,
  `⟨xoxb-${'123456789012-'.repeat(2)}${random(24)}⟩`,
  `⟨sk_${'live'}_${random(24)}⟩`,
  `⟨rk_${'test'}_${random(24)}⟩`,
  `⟨AIza${random(35)}⟩`,
  `⟨sk-proj-${random(48)}⟩ and ⟨sk-ant-api03-${random(40)}⟩`,
  `⟨SG.${random(22)}.${random(43)}⟩`,
  `⟨npm_${random(36)}⟩`,
  `⟨hf_${random(34)}⟩`,
  `⟨ntn_${random(46)}⟩`,
  `⟨SK${hex(32)}⟩`,
  `⟨123456789:${random(35)}⟩`,
  `⟨svc_key_${random(32)}_${random(6)}⟩`,
  `⟨dop_v1_${hex(64)}⟩`,
  `⟨whsec_${random(32)}⟩`,
  `https://hooks.slack.com/services/⟨T00000000/B00000000/${random(24)}⟩`,
  '⟨eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U⟩',
  'token_⟨eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N⟩',
  'before ⟨-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----⟩ after',
  '⟨-----BEGIN OPENSSH PRIVATE KEY----- b3BlbnNzaC1rZXktdjEA⟩',
  '?t=⟨eyJhbGciOiJIUzI1NiJ9%2EeyJzdWIiOiIxMjM0NTY3ODkwIn0%2Edozjgnryp4j3jvmnhl0w5n⟩&x=1',
  // Credentials recognized by their context
  'Cookie: ⟨a=b; auth=zzz⟩',
  'set-cookie: ⟨id=1; Path=/; HttpOnly⟩\nhost: example.com',
  '<login><password>⟨x⟩</password><name>ada</name></login>',
  '{"name":"password","value":"⟨x⟩"},{"name":"city","value":"Rome"}',
  'https://example.com/?user=ada&pass=⟨x⟩&x=1',
  'db_pass=⟨x⟩',
  'Authorization: Bearer ⟨abc123def456⟩',
  'curl -H "X-Api-Key: ⟨hunter2⟩" /x',
  'sent Bearer ⟨mF_9.B5f-4.1JqM⟩ to us',
  'Basic ⟨dXNlcjpwYXNz⟩',
  'postgres://⟨u:p⟩@h/db',
  'mongodb+srv://⟨ada:s3cr/t@x⟩@cluster.example/db',
  'https://⟨ada:pass⟩@example.com/path and ⟨ada@example.com⟩',
  'https://⟨user:pa@ss⟩@host/',
  'password=⟨hunter2⟩',
  'password: ⟨hunter2⟩, user: ada',
  'https://example.com/cb?state=1&access_token=⟨abc⟩&x=2',
  '{"user":"ada","apiToken":"⟨a b c⟩"}',
  String.raw`{\"clientSecret\":\"⟨x⟩\"}`,
  'DefaultEndpointsProtocol=https;AccountKey=⟨abc==⟩;EndpointSuffix=core',
  'AWS_SECRET_ACCESS_KEY=⟨wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY⟩',
  '--password ="⟨two words⟩" --verbose',
];

const KEPT: readonly string[] = [
  'user@localhost',
  'react@18.2.0',
  'package@1.0.0-rc.alpha',
  '@scope/package',
  'a @ b.co',
  '4111111111111112',
  '4111 1111 1111 1112',
  '4111+1111+1111+1112',
  '1234_5678_9012_3456',
  '9111/1111/1111/1111',
  '2026-11-22T11:01:36 2026-11-22T11:01:37',
  'cookies are nice; so is cake',
  'pass: 12, fail: 3; pass=12',
  '<b>password</b> reset, <token_count>5</token_count>',
  '{"name":"city","value":"Rome"}',
  'hotel:4155552671',
  '100%2B200',
  'user%40localhost and 50%2540',
  '192.168.100.200 and 10.0.0.1',
  '2001:db8::8a2e:370:7334',
  'v1.2.3-beta.4',
  '1.7976931348623157',
  '2026-01-15T09:30:11.123456789Z',
  '550e8400-e29b-41d4-a716-446655440006',
  '00000000-2941-3381-8000-0012a0000000',
  '189e3562-2555-6566-9557-46e458581af5',
  'order 1234567890 shipped',
  '$1,234,567.89',
  '0000000000000000',
  '4bf92f3577b34da6a3ce929d0e0e4736',
  '+05:30',
  'GB82 WEST 1234 5698 7654 33',
  '666-12-3456',
  '000-12-3456',
  '900-12-3456',
  'a1b2c3d4e5f60718',
  'Basic subscription with token support',
  'Bearer of bad news',
  'token_count=5&tokenizer=bpe',
  'https://example.com:8080/path?page=2#top',
  'https://example.com/a@b/c',
  'the key: value',
  '-----BEGIN CERTIFICATE----- MIIB -----END CERTIFICATE-----',
  'svc_ingest_requests_total',
  'skeleton-screens-are-loading-now',
  'eyJ is how they start',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  '',
  '👩‍💻 hello',
];

describe('redactText', () => {
  for (const marked of FOUND) {
    const { text, expected } = expectation(marked);
    it(`redacts ${marked.slice(0, 60)}`, () => {
      assert.equal(redactText(text), expected);
      assert.equal(redactText(expected), expected, 'redacting again changes nothing');
    });
  }
  for (const text of KEPT) {
    it(`keeps ${text.slice(0, 60)}`, () => assert.equal(redactText(text), text));
  }

  it('redacts bare numbers in fields that are named like them', () => {
    assert.equal(redactText('4155552671', 'phone_number'), R);
    assert.equal(redactText('4155552671', 'order'), '4155552671');
    assert.equal(redactText('078051120', 'ssn'), R);
    assert.equal(redactText('078051120', 'amount'), '078051120');
  });
});

describe('redactText in fields of runs, units and correlations', () => {
  const cases: [key: string, text: string, expected: string][] = [
    ['note', '20260115093011', R],
    ['run_id', '20260115093011', '20260115093011'],
    ['runId', '20260115-093003', '20260115-093003'],
    ['correlation_id', '2026011509300037', '2026011509300037'],
    ['unit-id', 'line-4_20260115T093011Z', 'line-4_20260115T093011Z'],
    ['run_id', '20260115093011 4111111111111111 a@b.co', `20260115093011 ${R} ${R}`],
    ['run_id', '20261315093011', '20261315093011'],
    ['run_id', '4111111111111111', R],
    ['run_id', 'password=20260115093011', `password=${R}`],
    ['run_token', '20260115093011', R],
  ];
  for (const [key, text, expected] of cases) {
    it(`${key}: ${text}`, () => assert.equal(redactText(text, key), expected));
  }

  it('treats times that do not exist in the calendar as numbers', () => {
    // The 30th of February, whose digits satisfy the checksum.
    const [bad] = Array.from({ length: 60 }, (_, second) => `202602300930${String(second).padStart(2, '0')}`).filter(
      (text) => redactText(text) === R,
    );
    assert.ok(bad);
    assert.equal(redactText(bad, 'run_id'), R);
  });
});

it('classifies a name as sensitive only if it contains sensitive data, not because of a colon', () => {
  for (const name of ['mail ada@example.com', 'paid 4111111111111111', 'login password=hunter2', 'token: sk9fd2kd']) {
    assert.equal(isSensitiveName(name), true, name);
  }
  for (const name of [
    'token:refreshed',
    'password: reset',
    '$pageview',
    'Order Completed',
    'api_key:created',
    'identify',
  ]) {
    assert.equal(isSensitiveName(name), false, name);
  }
});
