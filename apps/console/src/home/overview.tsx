import type { ReactNode } from 'react';
import type { SignalStatus } from '../gen/api.js';
import { RecentChanges } from '../scope/changes/recent-changes.js';
import { Card, Cards } from '../ui/layout/card.js';
import { Page } from '../ui/layout/page.js';
import { Attention } from './attention.js';
import { Figures } from './figures.js';
import { Receipts } from './receipts.js';
import { TopServices } from './top-services.js';

/** Shows the current state of the project, what needs attention, and what has changed. */
export function Overview({ signals }: { readonly signals: readonly SignalStatus[] }): ReactNode {
  return (
    <Page title="Home">
      <Figures />
      <Cards minWidth={440}>
        <Attention />
        <TopServices />
        <RecentChanges />
        <Card title="Received in the last hour">
          <Receipts signals={signals} />
        </Card>
      </Cards>
    </Page>
  );
}
