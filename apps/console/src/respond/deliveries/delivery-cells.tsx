import { memo, type ReactNode } from 'react';
import { describeReason, nameReceiver } from '../../deliveries/describe-delivery.js';
import type { Delivery } from '../../gen/api.js';
import { Cell, type Column } from '../../rows/rows.js';
import { formatAgo } from '../../time/format.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { State } from '../parts/states.js';
import classes from './deliveries.module.css';

const WIDE: readonly Column[] = [
  { label: 'State', width: '96px', narrowWidth: '88px' },
  { label: 'Notification', width: 'minmax(180px, 1fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Receiver', width: '150px', isOptional: true },
  { label: 'Why', width: 'minmax(120px, 28%)', isOptional: true },
  { label: 'Attempts', width: '62px', isNumber: true, isOptional: true },
  { label: 'Created', width: '84px', isOptional: true },
];

/** @param isNarrow while the details of a delivery take the place of the other columns. */
export function toDeliveryColumns(isNarrow: boolean): readonly Column[] {
  return isNarrow ? WIDE.filter(({ isOptional }) => isOptional !== true) : WIDE;
}

interface DeliveryCellsProps {
  readonly delivery: Delivery;
  readonly isNarrow: boolean;
  readonly nowMs: number;
  readonly nameOf: (id: string | undefined) => string;
}

/** The cells of one delivery. */
export const DeliveryCells = memo(function DeliveryCells({
  delivery,
  isNarrow,
  nowMs,
  nameOf,
}: DeliveryCellsProps): ReactNode {
  return (
    <>
      <Cell>
        <State name={delivery.status} />
      </Cell>
      <Cell>
        <OutsideText text={delivery.title} limit={200} />
      </Cell>
      {!isNarrow && (
        <>
          <Cell isOptional>
            <OutsideText text={nameReceiver(delivery, nameOf)} limit={80} />
          </Cell>
          <Cell isOptional>
            <span className={classes.why}>{describeReason(delivery)}</span>
          </Cell>
          <Cell isOptional isNumber>
            {delivery.attempt_count}
          </Cell>
          <Cell isOptional>{formatAgo(delivery.created_at ?? '', nowMs)}</Cell>
        </>
      )}
    </>
  );
});
