/** Field paths of error messages. */
const SPAN = 'resource_spans.scope_spans.spans';
export const SPAN_PATHS = {
  span: SPAN,
  attributes: `${SPAN}.attributes`,
  event: `${SPAN}.events`,
  eventAttributes: `${SPAN}.events.attributes`,
  link: `${SPAN}.links`,
  linkAttributes: `${SPAN}.links.attributes`,
} as const;
