/** Whether specs try ten times as much, as `npm run test:all` does, including what the gate leaves out to save time. */
export const isThorough = Number(process.env.SVC_TEST_EFFORT ?? 1) >= 10;
