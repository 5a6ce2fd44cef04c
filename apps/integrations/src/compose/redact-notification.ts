import { isJsonObject, type JsonObject, type JsonValue } from '@svc/contract';
import { redactText } from '@svc/redaction';
import type { Notification } from './notification.js';
import { cut } from './text.js';

/** Characters of one text. */
const MAX_TEXT = 4_000;
const MAX_TITLE = 1_000;
/** IDs contain digits that can look like card numbers. */
const IS_ID = /(^|_)ids?$/;

/** The notification without detected personal data and credentials: receivers are outside of what redaction of stored data covers. */
export function redactNotification(notification: Notification): Notification {
  return {
    ...notification,
    title: redactText(cut(notification.title, MAX_TITLE)),
    facts: notification.facts.map(({ label, value }) => ({
      label,
      value: typeof value === 'string' ? redactText(cut(value, MAX_TEXT)) : value,
    })),
    // The address of the subject, which contains its ID, is one of the notification's own fields.
    data: { ...redactMembers(notification.data), ...(notification.url !== undefined && { url: notification.url }) },
  };
}

function redactMembers(data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, redactValue(value, name)]));
}

function redactValue(value: JsonValue | undefined, name: string): JsonValue {
  if (value === undefined) return null;
  if (typeof value === 'string') return IS_ID.test(name) ? value : redactText(cut(value, MAX_TEXT), name);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, name));
  return isJsonObject(value) ? redactMembers(value) : value;
}
