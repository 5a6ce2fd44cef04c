import { dictionary } from '@zxcvbn-ts/language-common';

/** Some 49,000 passwords in small letters. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common']);
