import type { Dashboard, DashboardsUpdateRequest, DashboardVariable } from '../../gen/api.js';
import { parseTags } from '../list/tags.js';

/** The properties of a dashboard as they are typed. */
export interface SettingsForm {
  readonly name: string;
  readonly description: string;
  readonly tags: string;
  /** A variable in each line: its name, and its default after an equals sign. */
  readonly variables: string;
  readonly timeRange: string;
  readonly refresh: string;
}

const NAME = /^[A-Za-z_]\w{0,49}$/;
const MAX_VARIABLES = 20;

export function toSettings(dashboard: Dashboard): SettingsForm {
  return {
    name: dashboard.name,
    description: dashboard.description,
    tags: dashboard.tags.join(', '),
    variables: dashboard.variables.map((variable) => `${variable.name}=${variable.default}`).join('\n'),
    timeRange: dashboard.time_range,
    refresh: dashboard.refresh_interval,
  };
}

/** The variables of a text; a sentence about the first line that is none. */
export function parseVariables(text: string): {
  readonly variables: readonly DashboardVariable[];
  readonly fault?: string;
} {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const variables = lines.map((line) => {
    const [name = '', ...rest] = line.split('=');
    return { name: name.trim(), default: rest.join('=').trim() };
  });
  const wrong = variables.find(({ name }) => !NAME.test(name));
  const names = new Set(variables.map(({ name }) => name));
  const fault = wrong
    ? `“${wrong.name}” is no name: it begins with a letter and has letters, digits and underscores.`
    : names.size < variables.length
      ? 'Two variables have the same name.'
      : variables.length > MAX_VARIABLES
        ? `A dashboard has at most ${MAX_VARIABLES} variables.`
        : undefined;
  return fault === undefined ? { variables } : { variables, fault };
}

/** The change that a form makes of a dashboard. Tags that were not typed stay as they are, because one may have a comma. */
export function toUpdate(form: SettingsForm, before: Dashboard): DashboardsUpdateRequest {
  const hasTyped = form.tags !== toSettings(before).tags;
  return {
    name: form.name.trim(),
    description: form.description,
    ...(hasTyped && { tags: { values: parseTags(form.tags) } }),
    variables: { values: parseVariables(form.variables).variables },
    time_range: form.timeRange.trim(),
    refresh_interval: form.refresh.trim(),
  };
}
