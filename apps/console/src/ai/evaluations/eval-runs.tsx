import type { ReactNode } from 'react';
import { EvalField } from './eval-field.js';
import type { EvalPart } from './eval-part.js';
import classes from './evaluations-tab.module.css';

/** The runs that are evaluated, and when. */
export function EvalRuns(part: EvalPart): ReactNode {
  return (
    <div className={classes.pair}>
      <EvalField
        part={part}
        name="environments"
        placeholder="all environments"
        hint="Names with commas between them."
      />
      <EvalField part={part} name="delay" isNumber hint="Late spans change a run, which is then evaluated again." />
    </div>
  );
}
