-- CreateTable
CREATE TABLE "cohorts" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "project_number" INTEGER NOT NULL,
    "retention_days" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "definition" JSON,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "count" INTEGER NOT NULL DEFAULT 0,
    "refresh_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cohorts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cohort_generations" (
    "cohort_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "count" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "lease_token" UUID,

    CONSTRAINT "cohort_generations_pkey" PRIMARY KEY ("cohort_id","number")
);

-- CreateTable
CREATE TABLE "cohort_members" (
    "cohort_id" UUID NOT NULL,
    "generation" INTEGER NOT NULL,
    "distinct_id" TEXT NOT NULL,

    CONSTRAINT "cohort_members_pkey" PRIMARY KEY ("cohort_id","generation","distinct_id")
);

-- CreateIndex
CREATE INDEX "cohorts_project_id_created_at_id_idx" ON "cohorts"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "cohorts_refresh_at_idx" ON "cohorts"("refresh_at");

-- CreateIndex
CREATE INDEX "cohort_generations_state_lease_until_idx" ON "cohort_generations"("state", "lease_until");

-- AddForeignKey
ALTER TABLE "cohort_generations" ADD CONSTRAINT "cohort_generations_cohort_id_fkey" FOREIGN KEY ("cohort_id") REFERENCES "cohorts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cohort_members" ADD CONSTRAINT "cohort_members_cohort_id_fkey" FOREIGN KEY ("cohort_id") REFERENCES "cohorts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
