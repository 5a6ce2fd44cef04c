/** The subject of a notification: `incident/<id>`. Receivers fold the notifications of one subject and get them in order. */
export type Subject = `${'alert' | 'incident' | 'anomaly'}/${string}`;
