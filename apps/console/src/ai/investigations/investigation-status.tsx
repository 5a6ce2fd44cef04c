import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../ui/controls/badge.js';

const STATUSES: Readonly<Record<string, Tone>> = { queued: 'neutral', running: 'info', failed: 'danger' };
const LEVELS: Readonly<Record<string, Tone>> = { confirmed: 'ok', likely: 'warn' };

interface InvestigationStatusProps {
  readonly investigation: { readonly status: string; readonly level?: string | undefined };
}

/** The status of an investigation, or how certain its conclusion is. */
export function InvestigationStatus({ investigation: { status, level } }: InvestigationStatusProps): ReactNode {
  if (status === 'completed' && level !== undefined) return <Badge tone={LEVELS[level] ?? 'neutral'}>{level}</Badge>;
  return <Badge tone={STATUSES[status] ?? 'neutral'}>{status}</Badge>;
}
