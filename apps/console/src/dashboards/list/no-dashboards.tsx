import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { OutsideText } from '../../ui/text/outside-text.js';

interface NoDashboardsProps {
  readonly name: string;
  readonly tags: readonly string[];
  readonly onShowAll: () => void;
}

/** Says that nothing matches, or teaches how a dashboard is made. */
export function NoDashboards({ name, tags, onShowAll }: NoDashboardsProps): ReactNode {
  if (name === '' && tags.length === 0)
    return (
      <Empty
        title="No dashboards"
        text="A dashboard shows figures, charts, tables and records beside each other, and all members share it."
        command={`svc dashboards create --json '{"name":"Checkout"}'`}
      />
    );
  const filters = [name !== '' && `has “${name}” in its name`, tags.length > 0 && `has the tags ${tags.join(' and ')}`];
  return (
    <Empty
      title="No dashboard found"
      text={<OutsideText text={`No dashboard ${filters.filter(Boolean).join(' and ')}.`} />}
    >
      <Button onClick={onShowAll}>Show all dashboards</Button>
    </Empty>
  );
}
