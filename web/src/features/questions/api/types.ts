/** Types of the questions API. */
import type { Schemas } from "@/api/types";

export type BasedOn = Schemas["BasedOn"];
export type Question = Schemas["QuestionView"];
export type QuestionsResponse = Schemas["QuestionSetResponse"];
export type GenerationResponse = Schemas["GenerationResponse"];
export type GenerationRequest = Schemas["GenerateQuestions"];
export type QuestionDraft = Required<Schemas["WriteQuestion"]>;
export type QuestionChange = Schemas["PatchQuestion"];
/** Selectable minutes. */
export type EstimatedTime = QuestionDraft["estimatedTime"];
export type TemplateDraft = Schemas["SaveTemplate"];
export type TemplateChange = Schemas["PatchTemplate"];
