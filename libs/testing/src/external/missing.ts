/** Why packages of a language cannot be used. */
export interface Missing {
  readonly reason: string;
  /** Whether the language itself is missing, not only its packages. */
  readonly isLanguageMissing: boolean;
}
