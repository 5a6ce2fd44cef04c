/** The place a secret of an entry is sealed for. */
export function placeOf(projectId: string, key: string): string {
  return `config_entries/${projectId}/${key}`;
}
