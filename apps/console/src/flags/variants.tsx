import type { ReactNode } from 'react';
import { formatExact } from '../api/parse-exact.js';
import type { Flag, FlagVariant } from '../gen/api.js';
import { PanelSection } from '../ui/layout/panel.js';
import { Table } from '../ui/layout/table.js';
import { OutsideText } from '../ui/text/outside-text.js';
import classes from './flag.module.css';
import { formatPercentage } from './format-percentage.js';

/** The variants with their shares of those who get the flag. */
export function Variants({ flag }: { readonly flag: Flag }): ReactNode {
  return (
    <PanelSection title="Variants">
      <Table<FlagVariant>
        label="Variants"
        rows={flag.variants}
        getId={({ key }) => key}
        empty="The flag has no variants."
        columns={[
          { label: 'Variant', render: ({ key }) => key },
          {
            label: 'Share',
            render: ({ weight }) => (
              <span className={classes.share}>
                <span className={classes.track} aria-hidden="true">
                  <span className={classes.fill} style={{ width: `${weight}%` }} />
                </span>
                {formatPercentage(weight)}
              </span>
            ),
          },
          {
            label: 'Payload',
            render: ({ payload }) =>
              payload !== undefined &&
              payload !== null && (
                <code>
                  <OutsideText text={formatExact(payload)} limit={120} />
                </code>
              ),
          },
          { label: 'Name', isOptional: true, render: ({ name = '' }) => <OutsideText text={name} limit={120} /> },
        ]}
      />
    </PanelSection>
  );
}
