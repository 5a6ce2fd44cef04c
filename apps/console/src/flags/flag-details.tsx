import type { ReactNode } from 'react';
import type { Flag } from '../gen/api.js';
import { Badge } from '../ui/controls/badge.js';
import { CodeBlock } from '../ui/feedback/code-block.js';
import { PanelSection } from '../ui/layout/panel.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { FlagBar } from './actions/flag-bar.js';
import { FlagFacts } from './flag-facts.js';
import classes from './flag.module.css';
import { ChangeHistory } from './history/change-history.js';
import { SinceChange } from './history/since-change.js';
import { Outcome } from './outcome/outcome.js';
import { Rules } from './rules.js';
import { Variants } from './variants.js';

/** Everything about one flag: whom it is on for and why, how it came to be so, and what happened since. */
export function FlagDetails({ flag }: { readonly flag: Flag }): ReactNode {
  const { key, name, active, type, tags } = flag;
  return (
    <div className={classes.details}>
      <div className={classes.lead}>
        <Badge tone={active ? 'ok' : 'neutral'}>{active ? 'active' : 'inactive'}</Badge>
        <Badge>{type}</Badge>
        {tags.map((tag) => (
          <Badge key={tag} tone="info">
            <OutsideText text={tag} limit={100} />
          </Badge>
        ))}
        {name !== '' && <OutsideText text={name} limit={200} />}
      </div>
      <FlagBar flag={flag} />
      {flag.variants.length > 0 && <Variants flag={flag} />}
      <Rules flag={flag} />
      <PanelSection title="Who gets what">
        <Outcome flagKey={key} definition={flag} />
      </PanelSection>
      <SinceChange flag={flag} />
      <ChangeHistory flagKey={key} />
      <FlagFacts flag={flag} />
      <PanelSection title="In your code">
        <CodeBlock label="Evaluation with an OpenFeature SDK" text={toSnippet(flag)} />
      </PanelSection>
    </div>
  );
}

/** The line with which an OpenFeature SDK evaluates a flag; the second argument is the value while the service cannot be reached. */
function toSnippet({ key, type }: Flag): string {
  return type === 'boolean'
    ? `const isOn = await client.getBooleanValue('${key}', false);`
    : `const { variant } = await client.getStringDetails('${key}', '');`;
}
