import type { ReactNode } from 'react';
import type { AnomalyDifference, AnomalyFinding } from '../../gen/api.js';
import { formatPercent } from '../../time/format.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';

/** Values of attributes that are more frequent in the deviating windows than before, the greatest difference first. */
export function AnomalyDifferences({ finding }: { readonly finding: AnomalyFinding }): ReactNode {
  return (
    <PanelSection title="More frequent than before">
      <Table<AnomalyDifference>
        label="More frequent than before"
        rows={finding.differences}
        getId={({ attribute, value }) => `${attribute} ${value}`}
        empty={
          finding.direction === 'down'
            ? 'The anomaly is about missing records, which have no attributes to compare.'
            : 'No value of an attribute is more frequent than before.'
        }
        columns={[
          {
            label: 'Attribute',
            render: ({ attribute }) => (
              <code>
                <OutsideText text={attribute} limit={80} />
              </code>
            ),
          },
          {
            label: 'Value',
            render: ({ value }) => <OutsideText text={value === '' ? '(absent)' : value} limit={160} />,
          },
          { label: 'Before', isNumber: true, render: ({ share_before: share }) => formatPercent(share) },
          { label: 'In the anomaly', isNumber: true, render: ({ share_now: share }) => formatPercent(share) },
        ]}
      />
    </PanelSection>
  );
}
