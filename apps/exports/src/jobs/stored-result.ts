/** The result of an export as its column has it: numbers of 64 bits are texts. */
export interface StoredResult {
  readonly rows: string;
  readonly bytes: string;
  readonly sha256: string;
  readonly parts: number;
}
