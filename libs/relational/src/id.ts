/**
 * Whether the text is written as our ids are. A repository looks nothing up by a text that is not: it is an unknown id like any
 * other, and must neither reach the database (which would refuse it as no UUID) nor match in another spelling.
 */
export function isId(text: string): boolean {
  return ID.test(text);
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
