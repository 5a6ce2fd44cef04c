-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "admitted_at" TIMESTAMPTZ(3),
ADD COLUMN     "carried_by" UUID;

-- AlterTable
ALTER TABLE "incident_links" ADD COLUMN     "alert_state" TEXT,
ADD COLUMN     "correlation_reason" TEXT;

-- AlterTable
ALTER TABLE "incidents" ADD COLUMN     "correlation_key" TEXT,
ADD COLUMN     "escalation_policy_id" UUID,
ADD COLUMN     "last_alert_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "escalations" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "policy_id" UUID NOT NULL,
    "policy_name" TEXT NOT NULL,
    "levels" JSON NOT NULL,
    "max_escalations" INTEGER NOT NULL,
    "ack_timeout" TEXT,
    "content" JSON NOT NULL,
    "state" TEXT NOT NULL,
    "run" INTEGER NOT NULL DEFAULT 1,
    "pass" INTEGER NOT NULL,
    "level" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(3),
    "reached_level" INTEGER,
    "reached_pass" INTEGER,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "lease_until" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "escalations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "escalations_due_idx" ON "escalations"("next_at") WHERE (next_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "escalations_ended_idx" ON "escalations"("updated_at") WHERE (next_at IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "escalations_project_id_subject_key" ON "escalations"("project_id", "subject");

-- CreateIndex
CREATE INDEX "deliveries_admitted_idx" ON "deliveries"("contact_method_id", "admitted_at") WHERE (admitted_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "deliveries_held_idx" ON "deliveries"("contact_method_id", "position") WHERE (contact_method_id IS NOT NULL) AND (admitted_at IS NULL) AND (status = ANY (ARRAY['pending'::text, 'retrying'::text]));

-- CreateIndex
CREATE INDEX "deliveries_carried_idx" ON "deliveries"("carried_by") WHERE (carried_by IS NOT NULL);

-- CreateIndex
CREATE INDEX "incident_links_project_id_ref_idx" ON "incident_links"("project_id", "ref");

-- CreateIndex
CREATE INDEX "incidents_correlation_idx" ON "incidents"("project_id", "correlation_key", "last_alert_at" DESC) WHERE (correlation_key IS NOT NULL);
