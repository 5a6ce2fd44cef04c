/** An attribute as it is stored: its text, and the letter of its type, '' for strings. */
export interface StoredAttribute {
  readonly key: string;
  readonly value: string;
  readonly type: string;
}
