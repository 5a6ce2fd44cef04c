/** Converts `SavedSearches` to `saved_searches` and `ApiKeys` to `api_keys`. */
export function snakeCase(pascalCase: string): string {
  return pascalCase.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
