import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../ui/controls/badge.js';
import { Tip } from '../../ui/text/tip.js';

const TONES: Readonly<Record<string, Tone>> = {
  critical: 'danger',
  warning: 'warn',
  info: 'info',
  firing: 'danger',
  pending: 'warn',
  acknowledged: 'info',
  silenced: 'neutral',
  resolved: 'ok',
  open: 'danger',
  ok: 'ok',
  error: 'danger',
  no_data: 'warn',
  sent: 'ok',
  failed: 'danger',
  dlq: 'danger',
  retrying: 'warn',
  sending: 'info',
  active: 'ok',
};

const NAMES: Readonly<Record<string, string>> = { dlq: 'dead letter', no_data: 'no data' };

/** A state or a severity in its colour. */
export function State({ name, title }: { readonly name: string; readonly title?: string | undefined }): ReactNode {
  return (
    <Tip text={title}>
      <Badge tone={TONES[name] ?? 'neutral'}>{NAMES[name] ?? name}</Badge>
    </Tip>
  );
}

const SEVERITY_TONES: readonly Tone[] = ['neutral', 'danger', 'warn', 'info', 'neutral'];

/** The severity of an incident, of which 1 is the highest. */
export function IncidentSeverity({ severity }: { readonly severity: number }): ReactNode {
  return (
    <span title={`Severity ${severity}; 1 is the highest, 4 the lowest`}>
      <Badge tone={SEVERITY_TONES[severity] ?? 'neutral'}>{`SEV ${severity}`}</Badge>
    </span>
  );
}
