import assert from 'node:assert/strict';
import { isCommonPassword } from './common-passwords.js';

describe('common passwords', () => {
  it('are those of the list, in any case and with digits and signs after them, and repetitions', async () => {
    for (const password of [
      ...[
        'password1234',
        'Password1234!',
        'PASSWORD!!!!',
        'qwertyuiop12',
        '123456789012',
        'sunshine2024!',
        '1q2w3e4r5t6y',
      ],
      ...['aaaaaaaaaaaa', 'testtesttest', '121212121212', '\uff50assword1234'],
    ])
      assert.ok(await isCommonPassword(password), password);
  });

  it('are not longer ones that contain one', async () => {
    for (const password of [
      'correct horse battery staple',
      'a password of Ada',
      'my-sunshine-in-june',
      'x7Gq!2pLm9#w',
      '秘密の合言葉は長いです',
    ])
      assert.ok(!(await isCommonPassword(password)), password);
  });
});
