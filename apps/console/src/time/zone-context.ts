import { createContext } from 'react';

/** The zone that times are shown in: that of a link, of the user, or of the browser. */
export const ZoneContext = createContext('UTC');
