-- CreateTable
CREATE TABLE "llm_changed_periods" (
    "project_number" INTEGER NOT NULL,
    "span_hours" INTEGER NOT NULL,
    "start" TIMESTAMPTZ(0) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "revision" BIGINT NOT NULL DEFAULT 1,

    CONSTRAINT "llm_changed_periods_pkey" PRIMARY KEY ("project_number","span_hours","start")
);

-- CreateIndex
CREATE INDEX "llm_changed_periods_changed_at_idx" ON "llm_changed_periods"("changed_at");
