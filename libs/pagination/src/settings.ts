import { setting } from '@svc/config';

/** The secret of the cursors and of the IDs of live streams. */
export const CURSOR_SETTINGS = {
  SVC_CURSOR_SECRET: setting.secret({
    minLength: 16,
    description:
      'Secret that signs pagination cursors and download addresses and encrypts the IDs of live streams; the same in all processes. A new value invalidates all of them',
  }),
} as const;
