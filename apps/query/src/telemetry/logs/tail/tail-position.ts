import { invalidField } from '@svc/errors';

/**
 * Everything of a partition before this is shown: the records below the offset, and the rows below `row` of the record
 * at the offset.
 */
export interface Place {
  readonly offset: number;
  readonly row: number;
}

/** The position of a stream, by partition. */
export type TailPosition = ReadonlyMap<number, Place>;

const PLACE = /^(\d{1,5})\.(\d{1,16})\.(\d{1,9})$/;

/** The ID of an event. It only says where to continue, so there is nothing to gain by forging one. */
export function encodePosition(position: TailPosition): string {
  let places = '';
  for (const [partition, { offset, row }] of position) {
    places += `${places === '' ? '' : ' '}${partition}.${offset}.${row}`;
  }
  return Buffer.from(places, 'latin1').toString('base64url');
}

/** @throws ServiceError `invalid_request` if no event had this ID. */
export function decodePosition(id: string): TailPosition {
  const position = new Map<number, Place>();
  for (const text of Buffer.from(id, 'base64url').toString('latin1').split(' ')) {
    const [, partition, offset, row] = (PLACE.exec(text) ?? []).map(Number);
    if (partition === undefined || offset === undefined || row === undefined || !Number.isSafeInteger(offset)) {
      throw invalidField('resume', 'is not the id of an event of this stream');
    }
    position.set(partition, { offset, row });
  }
  return position;
}
