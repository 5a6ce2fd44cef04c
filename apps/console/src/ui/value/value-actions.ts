import { createContext } from 'react';

/** The actions of a page on a value of a row; actions that a page does not have are not offered. */
export interface ValueActions {
  readonly filter?: ((field: string, value: unknown) => void) | undefined;
  readonly exclude?: ((field: string, value: unknown) => void) | undefined;
  /** Shows the field as a column of the list, or hides its column. */
  readonly toggleColumn?: ((field: string) => void) | undefined;
  /** Begins the range of the page at a time. */
  readonly from?: ((iso: string) => void) | undefined;
  readonly until?: ((iso: string) => void) | undefined;
  readonly around?: ((iso: string) => void) | undefined;
}

export const ValueActionsContext = createContext<ValueActions>({});
