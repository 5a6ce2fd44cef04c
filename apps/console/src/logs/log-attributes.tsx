import type { ReactNode } from 'react';
import { formatExact } from '../api/parse-exact.js';
import { Facts } from '../ui/layout/facts.js';
import { PanelSection } from '../ui/layout/panel.js';
import { OutsideText } from '../ui/text/outside-text.js';

interface LogAttributesProps {
  readonly title: string;
  readonly values: Readonly<Record<string, unknown>> | undefined;
}

/** Attributes with their values; nothing where there are none. */
export function LogAttributes({ title, values = {} }: LogAttributesProps): ReactNode {
  const entries = Object.entries(values);
  if (entries.length === 0) return null;
  return (
    <PanelSection title={title}>
      <Facts
        label={title}
        facts={entries.map(([name, value]) => ({
          name,
          value: <OutsideText text={typeof value === 'string' ? value : formatExact(value)} limit={2000} />,
        }))}
      />
    </PanelSection>
  );
}
