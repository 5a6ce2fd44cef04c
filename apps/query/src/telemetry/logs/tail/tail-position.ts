import { invalidField } from '@svc/errors';

/** Everything of a partition before this is shown: the records below the offset, and of the record at it the rows below `row`. */
export interface Place {
  readonly offset: number;
  readonly row: number;
}

/** Where a stream stands, by partition. */
export type TailPosition = ReadonlyMap<number, Place>;

const PLACE = /^(\d{1,5})\.(\d{1,16})\.(\d{1,9})$/;

/** The id of an event. It says nothing but where to read on, so nothing is gained by forging one. */
export function encodePosition(position: TailPosition): string {
  let places = '';
  for (const [partition, { offset, row }] of position) {
    places += `${places === '' ? '' : ' '}${partition}.${offset}.${row}`;
  }
  return Buffer.from(places, 'latin1').toString('base64url');
}

/** @throws ServiceError `invalid_request` when no event had this id. */
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
