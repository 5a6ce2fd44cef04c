-- CreateTable
CREATE TABLE "alerts" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "silenced_state" TEXT,
    "silence_id" UUID,
    "labels" JSON NOT NULL,
    "annotations" JSON NOT NULL,
    "rule" JSON NOT NULL,
    "inhibition_key" TEXT NOT NULL,
    "group_id" UUID,
    "is_due" BOOLEAN NOT NULL,
    "is_notified" BOOLEAN NOT NULL,
    "is_announced" BOOLEAN NOT NULL,
    "value" DOUBLE PRECISION,
    "summary" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "fired_at" TIMESTAMPTZ(3),
    "acknowledged_at" TIMESTAMPTZ(3),
    "acknowledged_by" TEXT,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by" TEXT,
    "resolution" TEXT,
    "evaluated_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_transitions" (
    "position" BIGSERIAL NOT NULL,
    "project_id" UUID NOT NULL,
    "alert_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "from_state" TEXT NOT NULL,
    "to_state" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "alert_transitions_pkey" PRIMARY KEY ("position")
);

-- CreateTable
CREATE TABLE "alert_groups" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "labels" JSON NOT NULL,
    "notify" JSON NOT NULL,
    "lead_alert_id" UUID NOT NULL,
    "flush_count" INTEGER NOT NULL DEFAULT 0,
    "last_flush_at" TIMESTAMPTZ(3),
    "last_notified_at" TIMESTAMPTZ(3),
    "next_flush_at" TIMESTAMPTZ(3),

    CONSTRAINT "alert_groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_holds" (
    "project_id" UUID NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_holds_pkey" PRIMARY KEY ("project_id","fingerprint")
);

-- CreateIndex
CREATE INDEX "alerts_active_idx" ON "alerts"("project_id", "started_at" DESC, "id" DESC) WHERE (state <> 'resolved'::text);

-- CreateIndex
CREATE INDEX "alerts_project_id_started_at_id_idx" ON "alerts"("project_id", "started_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "alerts_group_idx" ON "alerts"("group_id") WHERE (group_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "alerts_inhibitors_idx" ON "alerts"("project_id", "inhibition_key") WHERE (state <> 'resolved'::text) AND (severity = 'critical'::text);

-- CreateIndex
CREATE INDEX "alerts_silence_idx" ON "alerts"("silence_id") WHERE (silence_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "alerts_resolved_idx" ON "alerts"("resolved_at") WHERE (resolved_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "alerts_active_key" ON "alerts"("project_id", "fingerprint") WHERE (state <> 'resolved'::text);

-- CreateIndex
CREATE INDEX "alert_transitions_alert_id_position_idx" ON "alert_transitions"("alert_id", "position");

-- CreateIndex
CREATE INDEX "alert_transitions_project_id_idx" ON "alert_transitions"("project_id");

-- CreateIndex
CREATE INDEX "alert_groups_lead_alert_id_idx" ON "alert_groups"("lead_alert_id");

-- CreateIndex
CREATE INDEX "alert_groups_due_idx" ON "alert_groups"("next_flush_at") WHERE (next_flush_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "alert_groups_project_id_key_key" ON "alert_groups"("project_id", "key");

-- CreateIndex
CREATE INDEX "alert_holds_until_idx" ON "alert_holds"("until");
