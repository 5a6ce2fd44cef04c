import type { ReactNode } from 'react';
import { OutsideText } from '../ui/text/outside-text.js';
import { TargetLink } from './target-link.js';

const SHOWN = 120;

/** The name of a service, which leads to its page. */
export function ServiceLink({ name }: { readonly name: string }): ReactNode {
  return (
    <TargetLink type="service" id={name}>
      <OutsideText text={name === '' ? '(no name)' : name} limit={SHOWN} />
    </TargetLink>
  );
}
