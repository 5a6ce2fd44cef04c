/**
 * Whether specs try ten times the usual number of cases, as `npm run test:all` does, including those that the gate leaves out to
 * save time.
 */
export const isThorough = Number(process.env.SVC_TEST_EFFORT ?? 1) >= 10;
