import type { Family } from '../command/command.js';
import { CONTACT_METHODS } from './contact-methods.js';

export const ONCALL: Family = {
  groups: { oncall: 'On-call', ...CONTACT_METHODS.groups },
  commands: CONTACT_METHODS.commands,
};
