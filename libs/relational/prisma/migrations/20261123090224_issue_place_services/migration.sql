-- CreateIndex
CREATE INDEX "issue_places_project_id_service_idx" ON "issue_places"("project_id", "service");
