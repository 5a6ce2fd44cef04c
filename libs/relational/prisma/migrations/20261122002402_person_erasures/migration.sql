-- CreateTable
CREATE TABLE "person_erasures" (
    "project_number" INTEGER NOT NULL,
    "canonical_distinct_id" TEXT NOT NULL,
    "project_id" UUID NOT NULL,
    "retention_days" INTEGER NOT NULL,
    "distinct_ids" TEXT[],
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "lease_token" UUID,

    CONSTRAINT "person_erasures_pkey" PRIMARY KEY ("project_number","canonical_distinct_id")
);

-- CreateIndex
CREATE INDEX "person_erasures_requested_at_idx" ON "person_erasures"("requested_at");
