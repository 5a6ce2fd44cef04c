import { createContext } from 'react';

/** The heading of parts of details: one level below the title of a panel, or below that of the page. */
export const SectionHeadingContext = createContext<'h2' | 'h3'>('h3');
