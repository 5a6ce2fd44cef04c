-- AlterTable
ALTER TABLE "alert_groups" ADD COLUMN     "scheduled_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "jobs" ADD COLUMN     "scheduled_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "alert_groups_scheduled_idx" ON "alert_groups"("scheduled_at") WHERE (next_flush_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "jobs_scheduled_at_idx" ON "jobs"("scheduled_at");
