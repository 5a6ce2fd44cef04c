/**
 * Whether the text has the format of our IDs. A repository does not look up other texts: they are unknown IDs like any
 * other, and must neither reach the database (which would reject them as invalid UUIDs) nor match in another spelling.
 */
export function isId(text: string): boolean {
  return ID.test(text);
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
