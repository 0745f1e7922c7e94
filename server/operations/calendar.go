package operations

const (
	dateShape    = "0000-00-00"
	minuteShape  = "T00:00"
	secondsShape = ":00"
	offsetShape  = "00:00"
)

// dateProblem says what is wrong with a day written YYYY-MM-DD; the zero Text
// if nothing is.
func dateProblem(text []byte) string {
	if !hasShape(text, dateShape) {
		return "date_shape"
	}
	year, month, day := digits(text[:4]), digits(text[5:7]), digits(text[8:])
	if year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return "no_such_day"
	}
	return ""
}

// localTimeProblem is dateProblem for a wall-clock time.
func localTimeProblem(text []byte) string {
	text, offset := cutOffset(text)
	if !offset || !hasShape(text, dateShape+minuteShape) && !hasShape(text, dateShape+minuteShape+secondsShape) {
		return "local_time_shape"
	}
	if problem := dateProblem(text[:len(dateShape)]); problem != "" {
		return problem
	}
	hour, minute, second := digits(text[11:13]), digits(text[14:16]), 0
	if len(text) > len(dateShape+minuteShape) {
		second = digits(text[17:])
	}
	if hour > 23 || minute > 59 || second > 59 {
		return "no_such_time"
	}
	return ""
}

// cutOffset leaves the offset from UTC out of a time to the minute; false if what
// stands there is none.
func cutOffset(text []byte) (local []byte, ok bool) {
	minutes := len(dateShape + minuteShape)
	if len(text) <= minutes || text[minutes] == ':' {
		return text, true
	}
	local, offset := text[:minutes], text[minutes:]
	if string(offset) == "Z" {
		return local, true
	}
	if offset[0] != '+' && offset[0] != '-' || !hasShape(offset[1:], offsetShape) {
		return local, false
	}
	hours, rest := digits(offset[1:3]), digits(offset[4:])
	return local, rest < 60 && hours*60+rest <= maxOffset
}

// maxOffset bounds offsets from UTC, in minutes: no zone is farther.
const maxOffset = 14 * 60

// hasShape says whether the text has a digit where the shape has one and is
// like the shape elsewhere.
func hasShape(text []byte, shape string) bool {
	if len(text) != len(shape) {
		return false
	}
	for i, c := range text {
		if shape[i] == '0' {
			if c < '0' || c > '9' {
				return false
			}
		} else if c != shape[i] {
			return false
		}
	}
	return true
}

func digits(text []byte) int {
	n := 0
	for _, c := range text {
		n = n*10 + int(c-'0')
	}
	return n
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	default:
		return 31
	}
}
