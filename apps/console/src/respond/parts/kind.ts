import type { ReactNode } from 'react';

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** A kind of thing that a tab shows one at a time. */
export interface Kind<T extends Named> {
  /** Its name in sentences, such as `schedule`. */
  readonly noun: string;
  /** The scope that changes need. */
  readonly scope: string;
  /** The text that is shown if the project has none. */
  readonly empty: { readonly title: string; readonly text: string; readonly command: string };
  /** Shown beside the choice. */
  readonly describe: (item: T) => string;
  readonly View: (props: { readonly item: T }) => ReactNode;
  readonly Editor: (props: {
    readonly item?: T;
    readonly onSaved: (saved: T) => void;
    readonly onClose: () => void;
  }) => ReactNode;
  readonly DeleteDialog: (props: {
    readonly item: T;
    readonly onDeleted: () => void;
    readonly onClose: () => void;
  }) => ReactNode;
}
