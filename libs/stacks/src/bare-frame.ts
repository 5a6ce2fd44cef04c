import type { Frame } from './stack.js';

/** A frame before it is known whether it is the application's own. */
export type BareFrame = Omit<Frame, 'inApp'> & { readonly inApp?: boolean };
