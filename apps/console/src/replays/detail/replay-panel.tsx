import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { Sparkline } from '../../charts/sparkline.js';
import { ScopeLink } from '../../links/scope-link.js';
import { toTarget } from '../../links/targets.js';
import buttonClasses from '../../ui/controls/button.module.css';
import { classNames } from '../../ui/controls/class-names.js';
import { Icon } from '../../ui/controls/icon.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Panel, PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { clockText } from '../parts/clock-text.js';
import { toSignalItem } from '../signals/items.js';
import { About } from './about.js';
import classes from './replay-panel.module.css';

const SHOWN = 20;

interface ReplayPanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** The summary of a recording beside the list: when something happened in it, and moments from which to play. */
export function ReplayPanel({ id, onClose }: ReplayPanelProps): ReactNode {
  const { data, error, refetch } = useApi('GET /replay/{session_id}', { path: { session_id: id } });
  const target = toTarget('session', id);
  const signals = data?.signals.slice(0, SHOWN).map(toSignalItem) ?? [];
  return (
    <Panel
      title={<OutsideText text={id} limit={120} />}
      onClose={onClose}
      actions={
        target && (
          <ScopeLink {...target} className={classNames(buttonClasses.button, buttonClasses.primary)}>
            <Icon name="play" /> Play
          </ScopeLink>
        )
      }
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <PanelSection title="Activity">
            <Sparkline
              label="Clicks and inputs from the start to the end"
              values={data.timeline.map(({ click_count: clicks, input_count: inputs }) => clicks + inputs)}
              height={40}
            />
          </PanelSection>
          {signals.length > 0 && (
            <PanelSection title="Click signals">
              <ul className={classes.signals}>
                {signals.map(({ id: key, offsetMs, windowId = '', label, title, reason }) => (
                  <li key={key}>
                    <ScopeLink
                      to={target?.to ?? 'replays'}
                      search={{ t: String(Math.round(offsetMs)), window: windowId }}
                    >
                      {`${clockText(offsetMs)} ${label}`}
                    </ScopeLink>{' '}
                    <OutsideText text={title} limit={120} />
                    <p className={classes.reason}>{reason}</p>
                  </li>
                ))}
              </ul>
            </PanelSection>
          )}
          <PanelSection title="About">
            <About details={data} onDeleted={onClose} />
          </PanelSection>
        </>
      )}
    </Panel>
  );
}
