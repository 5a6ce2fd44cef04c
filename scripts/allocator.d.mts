/** Settings of the allocator of the C library, as environment variables. */
export const ALLOCATOR: Readonly<Record<string, string>>;
