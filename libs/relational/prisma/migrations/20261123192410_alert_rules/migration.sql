-- CreateTable
CREATE TABLE "alert_rules" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "is_enabled" BOOLEAN NOT NULL,
    "definition" JSON NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_rule_states" (
    "rule_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "evaluated_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "lease_token" BIGINT NOT NULL DEFAULT 0,
    "health" TEXT NOT NULL DEFAULT 'unknown',
    "last_error" TEXT NOT NULL DEFAULT '',
    "pending" INTEGER NOT NULL DEFAULT 0,
    "firing" INTEGER NOT NULL DEFAULT 0,
    "memory" JSON NOT NULL DEFAULT '[]',

    CONSTRAINT "alert_rule_states_pkey" PRIMARY KEY ("rule_id")
);

-- CreateIndex
CREATE INDEX "alert_rules_project_id_name_id_idx" ON "alert_rules"("project_id", "name", "id");

-- CreateIndex
CREATE INDEX "alert_rules_project_id_kind_idx" ON "alert_rules"("project_id", "kind");

-- CreateIndex
CREATE INDEX "alert_rule_states_due_at_idx" ON "alert_rule_states"("due_at");

-- AddForeignKey
ALTER TABLE "alert_rule_states" ADD CONSTRAINT "alert_rule_states_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "alert_rules"("id") ON DELETE CASCADE ON UPDATE CASCADE;
