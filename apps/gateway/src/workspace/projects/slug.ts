import { isId } from '@svc/relational';
import { invalidField } from '@svc/service-error';

/** Words with a meaning of their own in the place of a slug: `/projects/current`. */
const RESERVED: ReadonlySet<string> = new Set(['current']);

/** @throws ServiceError invalid_request for a slug that could be taken for something else; its letters were checked before. */
export function checkSlug(slug: string): void {
  if (RESERVED.has(slug)) throw invalidField('slug', 'is a word of the interface');
  if (isId(slug)) throw invalidField('slug', 'must not have the form of an id');
}
