import type { ReactNode } from 'react';
import { Page } from '../ui/page.js';

/** What the project has received, and what needs attention. */
export function HomePage(): ReactNode {
  return <Page title="Home">{null}</Page>;
}
