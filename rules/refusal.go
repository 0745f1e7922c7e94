package rules

// Refusal says why a question has no answer. It is the error type of every
// question to the rule book whose cause lies in the question.
type Refusal struct {
	// Code is one of the service's error codes, such as unsupported_year.
	Code string
	// Message is for people: what is wrong and what would be accepted.
	Message Text
	// Citation is the legal reference of the refusal, where it has one.
	Citation string
}

// Error returns the English message.
func (r *Refusal) Error() string { return r.Message.English }
