import { useState, type ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { Page } from '../ui/layout/page.js';
import { FirstRun } from './first-run.js';
import { Overview } from './overview.js';
import { hasReceived } from './signals.js';

/** Milliseconds between two looks at what has arrived, before and after the first item. */
const WAITING_MS = 2000;
const RECEIVING_MS = 30_000;

/** Teaches how to send the first data, then shows what the project has received and what needs attention. */
export function HomePage(): ReactNode {
  const [isLeft, setLeft] = useState(false);
  const [wasEmpty, setWasEmpty] = useState(false);
  const isWaiting = wasEmpty && !isLeft;
  const status = useApi('GET /ingest/status', {}, { refetchInterval: isWaiting ? WAITING_MS : RECEIVING_MS });
  if (status.error && !status.data) return <ErrorBox error={status.error} onRetry={() => void status.refetch()} />;
  if (!status.data) return <Page title="Home">{null}</Page>;
  const { signals } = status.data;
  // The page stays while the first data arrives, so that its user sees it arrive.
  if (!hasReceived(signals) && !wasEmpty) setWasEmpty(true);
  if (isWaiting || !hasReceived(signals)) return <FirstRun signals={signals} onLeave={() => setLeft(true)} />;
  return <Overview signals={signals} />;
}
